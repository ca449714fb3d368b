import { Download } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { LogBook } from '../../src/logs/log-book.ts'
import { Button } from '../parts/actions/button.tsx'
import css from './deployment-log.module.css'
import { saveLog } from './save-log.ts'

type LogToolsProps = { store: LogBook; fileName: string }

export const LogTools = ({ store, fileName }: LogToolsProps) => {
  const size = useSyncExternalStore(store.subscribe, () => store.extent().head - store.extent().oldest + 1)
  return (
    <div className={css.tools}>
      <span className={css.count}>
        {size.toLocaleString('en-GB')} {size === 1 ? 'line' : 'lines'}
      </span>
      <span className={css.buttons}>
        <Button size="small" icon={<Download />} disabled={size === 0} onClick={() => saveLog(store, fileName)}>
          Download
        </Button>
      </span>
    </div>
  )
}
