import { useCallback, useMemo, useRef, useState } from 'react'
import { deploymentTopic } from '../../../src/contract/live.ts'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import type { LogRange } from '../../../src/logs/log-book.ts'
import { selectLogLook } from '../../../src/logs/log-looks.ts'
import { rangeRows } from '../../../src/logs/log-rows.ts'
import { useSelected } from '../../app/use-selected.ts'
import type { LogController } from '../../parts/logs/log-controller.ts'
import { LogView } from '../../parts/logs/log-view.tsx'
import { EmptyLog } from './empty-log.tsx'
import { KeepingLine } from './keeping-line.tsx'
import { LineCount } from './line-count.tsx'
import { LogNotices } from './log-notices.tsx'
import css from './log-panel.module.css'
import { useCopyLines } from './reading/use-copy-lines.ts'
import { useLinkedLine } from './reading/use-linked-line.ts'
import { useLogKeys } from './reading/use-log-keys.ts'
import { useLogPlace } from './reading/use-log-place.ts'
import { useLogReading } from './reading/use-log-reading.ts'
import { SearchBar } from './search/search-bar.tsx'
import { useLogSearch } from './search/use-log-search.ts'
import { useSearchBar } from './search/use-search-bar.ts'
import { ChosenBar } from './tools/chosen-bar.tsx'
import { JumpPopover } from './tools/jump-popover.tsx'
import { LogTools } from './tools/log-tools.tsx'

type LogPanelProps = { deployment: Deployment; type: LogType; instance: Instance }

const names: Record<LogType, string> = {
  logs: 'Deployment logs',
  instanceLogs: 'Instance logs',
  instanceEvents: 'Events',
  shellCommands: 'Shell commands',
}

/** One log as long as it is, and each new line as it comes. */
export const LogPanel = ({ deployment, type, instance }: LogPanelProps) => {
  const reading = useLogReading(deploymentTopic(deployment._id, type))
  const { book } = reading
  const { place, query, change, endSearch, goToLine, linkTo } = useLogPlace()
  const view = useRef<LogController>(null)
  const firstInView = () => view.current?.firstInView() ?? 1
  const found = useLogSearch(reading, query, place.line, firstInView)
  const look = useSelected(selectLogLook)
  const copy = useCopyLines(reading)
  const frame = useRef<HTMLDivElement>(null)
  const bar = useSearchBar(frame, query !== null, endSearch)
  const [chosen, setChosen] = useState<LogRange | null>(null)
  const [clearedAt, setClearedAt] = useState(0)
  const markChosen = useCallback((first: number, last: number) => setChosen({ first, last }), [])
  const choose = (range: LogRange | null) => {
    view.current?.choose(range)
    setChosen(range)
  }

  const isFiltered = place.isFiltered && query !== null
  const rows = useMemo(() => {
    if (isFiltered) return found.rows
    return clearedAt > 0 ? rangeRows(book, clearedAt + 1) : undefined
  }, [isFiltered, found.rows, book, clearedAt])

  const toLine = (sequence: number) => {
    if (sequence <= clearedAt) setClearedAt(0)
    view.current?.toLine(sequence, { flash: true })
  }
  const linked = useLinkedLine(reading, place.line, toLine)

  const step = (by: 1 | -1) => {
    const next = found.next(by)
    if (next === undefined) return
    if (next === place.line) toLine(next)
    else change({ line: next })
  }
  useLogKeys(frame, {
    onFind: bar.open,
    onChooseAll: () => {
      const { oldest, head } = book.extent()
      if (head >= oldest) choose({ first: oldest, last: head })
    },
    onCopy: () => {
      if (chosen) copy(chosen)
      return chosen !== null
    },
    onEscape: () => {
      if (chosen) choose(null)
      else if (bar.isOpen) bar.close()
      return chosen !== null || bar.isOpen
    },
  })

  return (
    <div ref={frame} className={css.log}>
      <LogTools
        instance={instance}
        deployment={deployment}
        logType={type}
        chosen={chosen}
        about={
          chosen ? (
            <ChosenBar
              chosen={chosen}
              link={linkTo(chosen.first, deployment._id)}
              onCopy={() => copy(chosen)}
              onClose={() => choose(null)}
            />
          ) : (
            <LineCount book={book} shown={isFiltered ? found.count : null} />
          )
        }
        jump={
          <JumpPopover
            log={{ id: deployment._id, logType: type }}
            zone={look.times === 'utc' ? 'utc' : 'local'}
            fromMs={() => Date.parse(book.line(firstInView())?.time ?? instance.createdAt)}
            onFound={goToLine}
          />
        }
        isSearchOpen={bar.isOpen}
        onSearch={bar.isOpen ? bar.close : bar.open}
        onClear={() => setClearedAt(book.extent().head)}
      />
      {bar.isOpen && (
        <SearchBar
          field={bar.field}
          takesFocus={bar.takesFocus}
          place={place}
          isAsked={query !== null}
          found={found}
          onChange={change}
          onStep={step}
          onClose={bar.close}
        />
      )}
      <LogNotices
        failure={reading.failure}
        onRetry={reading.retry}
        line={linked}
        hidden={clearedAt === 0 ? 0 : clearedAt - book.extent().oldest + 1}
        onShowAll={() => setClearedAt(0)}
      />
      <KeepingLine instance={instance._id} book={book} />
      <div className={css.lines}>
        <LogView
          book={book}
          height="fill"
          label={`${names[type]} of ${instance.name}`}
          empty={<EmptyLog type={type} instance={instance} isFiltered={isFiltered} isCleared={clearedAt > 0} />}
          look={look}
          announce={look.announce}
          controller={view}
          onChosen={markChosen}
          rows={rows}
          highlight={query?.find && found.fault === null ? query : null}
          current={place.line}
        />
      </div>
    </div>
  )
}
