import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import type { Theme } from '../../../src/contract/wire/account.ts'
import { selectTheme } from '../../../src/theme/theme.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import css from './theme-choice.module.css'

const choices = [
  { theme: 'light', label: 'Light', icon: <Sun /> },
  { theme: 'dark', label: 'Dark', icon: <Moon /> },
  { theme: 'default', label: 'System', icon: <Monitor /> },
] as const satisfies readonly { theme: Theme; label: string; icon: React.ReactElement }[]

/** For pages without the user menu. */
export const ThemeChoice = () => {
  const name = useId()
  const send = useSend()
  const chosen = useSelected(selectTheme)
  return (
    <fieldset className={css.set}>
      <legend className={css.legend}>Theme</legend>
      {choices.map(({ theme, label, icon }) => (
        <label key={theme} className={css.choice} title={label}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            aria-label={label}
            checked={chosen === theme}
            onChange={() => send({ type: 'ui/themeChosen', theme })}
          />
          {icon}
        </label>
      ))}
    </fieldset>
  )
}
