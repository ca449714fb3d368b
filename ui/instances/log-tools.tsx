import { Download } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { LogStore } from '../../src/logs/log-store.ts'
import { Button } from '../parts/actions/button.tsx'
import css from './deployment-log.module.css'
import { saveLog } from './save-log.ts'

type LogToolsProps = { store: LogStore; fileName: string }

export const LogTools = ({ store, fileName }: LogToolsProps) => {
  const size = useSyncExternalStore(store.subscribe, store.size)
  const dropped = useSyncExternalStore(store.subscribe, () => store.dropped() > 0)
  return (
    <div className={css.tools}>
      <span className={css.count}>
        {size.toLocaleString('en-GB')} {size === 1 ? 'line' : 'lines'}
        {dropped ? ', the newest ones' : ''}
      </span>
      <span className={css.buttons}>
        <Button size="small" icon={<Download />} disabled={size === 0} onClick={() => saveLog(store, fileName)}>
          Download
        </Button>
      </span>
    </div>
  )
}
