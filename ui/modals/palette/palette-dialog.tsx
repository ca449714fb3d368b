import { useNavigate } from 'react-router-dom'
import { useSend } from '../../hooks/use-console.tsx'
import { CommandPalette } from '../../parts/palette/command-palette.tsx'
import { PaletteQueries } from './palette-queries.tsx'
import { usePaletteCommands } from './use-palette-commands.tsx'

/** Searches pages, resources and actions. */
export const PaletteDialog = () => {
  const send = useSend()
  const navigate = useNavigate()
  const groups = usePaletteCommands()
  const close = () => send({ type: 'ui/modalClosed', kind: 'palette' })
  return (
    <>
      <PaletteQueries />
      <CommandPalette
        open
        groups={groups}
        onClose={close}
        onChoose={({ id }) => {
          const chosen = groups.flatMap(({ items }) => items).find((item) => item.id === id)
          close()
          if (chosen?.to !== undefined) void navigate(chosen.to)
          else if (chosen?.message) send(chosen.message)
        }}
      />
    </>
  )
}
