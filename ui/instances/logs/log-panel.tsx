import { useRef } from 'react'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { selectLogLook } from '../../../src/logs/log-looks.ts'
import { type LogAddress, topicOfLog } from '../../../src/logs/log-of-topic.ts'
import { useSelected } from '../../app/use-selected.ts'
import type { LogController } from '../../parts/logs/log-controller.ts'
import { LogView } from '../../parts/logs/log-view.tsx'
import { EmptyLog } from './empty-log.tsx'
import { KeepingLine } from './keeping-line.tsx'
import { LineCount } from './line-count.tsx'
import { LogNotices } from './log-notices.tsx'
import css from './log-panel.module.css'
import { useChosenLines } from './reading/use-chosen-lines.ts'
import { useCopyLines } from './reading/use-copy-lines.ts'
import { useLinkedLine } from './reading/use-linked-line.ts'
import { useLogKeys } from './reading/use-log-keys.ts'
import { useLogPlace } from './reading/use-log-place.ts'
import { useLogReading } from './reading/use-log-reading.ts'
import { useShownRows } from './reading/use-shown-rows.ts'
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
  const log: LogAddress = { id: deployment._id, logType: type }
  const reading = useLogReading(topicOfLog(log))
  const { book } = reading
  const look = useSelected(selectLogLook)
  const { place, query, change, endSearch, goToLine, linkTo } = useLogPlace(!look.raw)
  const view = useRef<LogController>(null)
  const firstInView = () => view.current?.firstInView() ?? 1
  const found = useLogSearch(reading, query, place.line, firstInView)
  const copy = useCopyLines(reading)
  const frame = useRef<HTMLDivElement>(null)
  const bar = useSearchBar(frame, query !== null, endSearch)
  const { chosen, choose, chooseAll, mark } = useChosenLines(view, book)
  const isFiltered = place.isFiltered && query !== null
  const shown = useShownRows(book, isFiltered ? found.rows : null)

  const toLine = (sequence: number) => {
    shown.uncover(sequence)
    view.current?.toLine(sequence, { flash: true })
  }
  const linked = useLinkedLine(reading, place.line, toLine)

  // The address already has a line that is gone to again.
  const goTo = (sequence: number, go: (sequence: number) => void) =>
    sequence === place.line ? toLine(sequence) : go(sequence)
  const step = (by: 1 | -1) => {
    const next = found.next(by)
    if (next !== undefined) goTo(next, (line) => change({ line }))
  }
  useLogKeys(frame, {
    onFind: bar.open,
    onChooseAll: chooseAll,
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
        log={log}
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
            <LineCount book={book} isKnown={reading.extent !== null} shown={isFiltered ? found.count : null} />
          )
        }
        jump={
          <JumpPopover
            log={log}
            zone={look.times === 'utc' ? 'utc' : 'local'}
            fromMs={() => Date.parse(book.line(firstInView())?.time ?? instance.createdAt)}
            onFound={(sequence) => goTo(sequence, goToLine)}
          />
        }
        isSearchOpen={bar.isOpen}
        onSearch={bar.isOpen ? bar.close : bar.open}
        onClear={shown.clear}
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
          onSearchOn={() => {
            found.searchOn()
            // The button goes away.
            bar.focus()
          }}
          onClose={bar.close}
        />
      )}
      <LogNotices
        failure={reading.failure}
        onRetry={reading.retry}
        line={linked}
        hidden={shown.hidden}
        onShowAll={shown.showAll}
      />
      <KeepingLine instance={instance._id} book={book} />
      <div className={css.lines}>
        <LogView
          book={book}
          height="fill"
          label={`${names[type]} of ${instance.name}`}
          empty={
            reading.extent && (
              <EmptyLog type={type} instance={instance} isFiltered={isFiltered} isCleared={shown.hidden > 0} />
            )
          }
          look={look}
          announce={look.announce}
          controller={view}
          onChosen={mark}
          rows={shown.rows}
          highlight={query?.find && found.fault === null ? query : null}
          current={place.line}
        />
      </div>
    </div>
  )
}
