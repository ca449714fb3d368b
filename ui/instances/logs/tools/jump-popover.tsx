import { Clock } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { InputOf } from '../../../../src/contract/contract.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { lineKey } from '../../../../src/logs/merge/line-key.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Popover } from '../../../parts/overlay/popover.tsx'
import type { ReadLog } from '../reading/log-reader.tsx'
import css from './jump-popover.module.css'
import { fieldTime, instantOf, type Zone } from './zone-time.ts'

type JumpProps = {
  /** Returns the log with the first line at or after a time. */
  logAt: (atMs: number) => ReadLog | undefined
  zone: Zone
  /** The time of the first visible line, in milliseconds since 1970. */
  fromMs: () => number
  onFound: (line: number) => void
}

export const JumpPopover = (props: JumpProps) => {
  const [isOpen, setOpen] = useState(false)
  const found = (line: number) => {
    setOpen(false)
    props.onFound(line)
  }
  return (
    <Popover
      title="Jump to a time"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" variant="quiet" icon={<Clock />} aria-label="Jump to a time">
          <span className={css.label}>Jump</span>
        </Button>
      }
    >
      <JumpForm {...props} onFound={found} />
    </Popover>
  )
}

const JumpForm = ({ logAt, zone, fromMs, onFound }: JumpProps) => {
  const [time, setTime] = useState(() => fieldTime(fromMs(), zone))
  const [submitted, setSubmitted] = useState<{ slot: number; input: InputOf<'findLogPosition'> } | null>(null)
  const { data, retry } = useQuery('findLogPosition', submitted?.input ?? null)
  const at = instantOf(time, zone)

  // biome-ignore lint/correctness/useExhaustiveDependencies: jumps once for each response
  useEffect(() => {
    if (data.kind === 'loaded' && submitted) onFound(lineKey(submitted.slot, data.value.sequence))
  }, [data])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (at === null) return
    if (data.kind === 'failed' && submitted?.input.at === at) return retry()
    const log = logAt(Date.parse(at))
    if (log) setSubmitted({ slot: log.slot, input: { ...log.address, at } })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={zone === 'utc' ? 'Time (UTC)' : 'Time (local)'}
        placeholder="dd/mm/yyyy hh:mm:ss"
        autoComplete="off"
        mono
        value={time}
        hint="Shows the first line at or after this time."
        error={data.kind === 'failed' ? failureMessage(data.failure) : undefined}
        onChange={(event) => setTime(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={at === null} busy={data.kind === 'loading'}>
        Go
      </Button>
    </form>
  )
}
