import { Trash2 } from 'lucide-react'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import css from './chosen-tokens.module.css'

/** Actions for the selected tokens. */
export const ChosenTokens = ({ ids, onClear }: { ids: string[]; onClear: () => void }) => {
  const send = useSend()
  return (
    <div className={css.bar}>
      <p className={css.count} role="status">
        {ids.length} Tokens Selected
      </p>
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button
        size="small"
        variant="danger"
        icon={<Trash2 />}
        onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'deleteToken', ids } })}
      >
        Delete
      </Button>
    </div>
  )
}
