import { useRef, useState } from 'react'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { type LogAddress, topicOfLog } from '../../../src/logs/log-of-topic.ts'
import { selectLogViewSettings } from '../../../src/logs/log-view-settings.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import type { LogController } from '../../parts/logs/log-controller.ts'
import { LogView } from '../../parts/logs/log-view.tsx'
import { EmptyLog } from './empty-log.tsx'
import { LineCount } from './line-count.tsx'
import { LogNotices } from './log-notices.tsx'
import css from './log-panel.module.css'
import { useChosenLines } from './reading/use-chosen-lines.ts'
import { useCopyLines } from './reading/use-copy-lines.ts'
import { useLinkedLine } from './reading/use-linked-line.ts'
import { useLogKeys } from './reading/use-log-keys.ts'
import { useLogReading } from './reading/use-log-reading.ts'
import { useLogSearchParams } from './reading/use-log-search-params.ts'
import { useVisibleRows } from './reading/use-visible-rows.ts'
import { RetentionLine } from './retention-line.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { useLogSearch } from './search/use-log-search.ts'
import { useSearchBar } from './search/use-search-bar.ts'
import { ChosenBar } from './tools/chosen-bar.tsx'
import { JumpPopover } from './tools/jump-popover.tsx'
import { LogTools } from './tools/log-tools.tsx'

type LogPanelProps = {
  deployment: Pick<Deployment, '_id'>
  type: LogType
  /** The log of a replica or a run by its name; empty for the first replica. */
  service: string
  instance: Instance
}

const names: Record<LogType, string> = {
  logs: 'Deployment logs',
  instanceLogs: 'Instance logs',
  instanceEvents: 'Events',
  shellCommands: 'Shell commands',
  runLogs: 'Output of a command',
}

/** One log with its tools, search and notices. */
export const LogPanel = ({ deployment, type, service, instance }: LogPanelProps) => {
  const log: LogAddress = { id: deployment._id, logType: type, ...(service && { serviceName: service }) }
  const reading = useLogReading(topicOfLog(log))
  const { buffer } = reading
  const settings = useSelected(selectLogViewSettings)
  const { searchParams, query, change, endSearch, goToLine, linkTo } = useLogSearchParams(!settings.raw)
  const view = useRef<LogController>(null)
  const firstInView = () => view.current?.firstInView() ?? 1
  const found = useLogSearch(reading, query, searchParams.line, firstInView)
  const copy = useCopyLines(reading)
  const frame = useRef<HTMLDivElement>(null)
  const bar = useSearchBar(frame, query !== null, endSearch)
  const { chosen, choose, chooseAll, mark } = useChosenLines(view, buffer)
  const [isFull, setFull] = useState(false)
  const isFiltered = searchParams.isFiltered && query !== null
  const visible = useVisibleRows(buffer, isFiltered ? found.rows : null)

  const toLine = (sequence: number) => {
    visible.uncover(sequence)
    view.current?.toLine(sequence, { flash: true })
  }
  const linked = useLinkedLine(reading, searchParams.line, toLine)

  // The line is in the address already, and the user jumps to it again.
  const jumpTo = (sequence: number, go: (sequence: number) => void) =>
    sequence === searchParams.line ? toLine(sequence) : go(sequence)
  const step = (by: 1 | -1) => {
    const next = found.next(by)
    if (next !== undefined) jumpTo(next, (line) => change({ line }))
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
      else setFull(false)
      return chosen !== null || bar.isOpen || isFull
    },
  })

  return (
    <div
      ref={frame}
      className={css.log}
      data-full={isFull || undefined}
      // Below the card of its run.
      data-within-page={type === 'runLogs' || undefined}
    >
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
            <LineCount buffer={buffer} isKnown={reading.extent !== null} visible={isFiltered ? found.count : null} />
          )
        }
        jump={
          <JumpPopover
            log={log}
            zone={settings.times === 'utc' ? 'utc' : 'local'}
            fromMs={() => Date.parse(buffer.line(firstInView())?.time ?? instance.createdAt)}
            onFound={(sequence) => jumpTo(sequence, goToLine)}
          />
        }
        isSearchOpen={bar.isOpen}
        onSearch={bar.isOpen ? bar.close : bar.open}
        onClear={visible.clear}
        isFull={isFull}
        onFull={setFull}
      />
      {bar.isOpen && (
        <SearchBar
          field={bar.field}
          autoFocused={bar.autoFocused}
          searchParams={searchParams}
          hasQuery={query !== null}
          found={found}
          onChange={change}
          onStep={step}
          onSearchOn={() => {
            found.continueSearch()
            // The button disappears, so the focus moves to the log.
            bar.focus()
          }}
          onClose={bar.close}
        />
      )}
      <LogNotices
        failure={reading.failure}
        onRetry={reading.retry}
        line={linked}
        hidden={visible.hidden}
        onShowAll={visible.showAll}
      />
      <RetentionLine instance={instance._id} buffer={buffer} />
      <div className={css.lines}>
        <LogView
          buffer={buffer}
          height="fill"
          label={`${names[type]} of ${instance.name}`}
          empty={
            reading.extent && (
              <EmptyLog type={type} instance={instance} isFiltered={isFiltered} isCleared={visible.hidden > 0} />
            )
          }
          settings={settings}
          announce={settings.announce}
          controller={view}
          onSelectionChange={mark}
          rows={visible.rows}
          highlight={query?.find && found.error === null ? query : null}
          current={searchParams.line}
        />
      </div>
    </div>
  )
}
