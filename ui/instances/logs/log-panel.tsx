import { useRef, useState } from 'react'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { topicOfLog } from '../../../src/logs/log-of-topic.ts'
import { selectLogViewSettings } from '../../../src/logs/log-view-settings.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import type { LogController } from '../../parts/logs/log-controller.ts'
import { LogView } from '../../parts/logs/log-view.tsx'
import { EmptyLog } from './empty-log.tsx'
import { LineCount } from './line-count.tsx'
import { LogNotices } from './log-notices.tsx'
import css from './log-panel.module.css'
import { LogReader, type LogTimes } from './reading/log-reader.tsx'
import { addressOf, lineNames, type PanelLog } from './reading/panel-log.ts'
import { useChosenLines } from './reading/use-chosen-lines.ts'
import { useCopyLines } from './reading/use-copy-lines.ts'
import { useLineMarks } from './reading/use-line-marks.ts'
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
  /** The logs that are shown as one. */
  logs: readonly PanelLog[]
  /** How many logs the deployment has; with several, every line names its log. */
  outOf?: number
  /** When some of their lines were written. */
  index?: readonly LogTimes[] | undefined
  instance: Instance
}

const names: Record<LogType, string> = {
  logs: 'Deployment logs',
  instanceLogs: 'Instance logs',
  instanceEvents: 'Events',
  shellCommands: 'Shell commands',
  runLogs: 'Output of a command',
}

/** One log, or several as one, with tools, search and notices. */
export const LogPanel = ({ deployment, type, logs, outOf = 1, index, instance }: LogPanelProps) => {
  const read = logs.map(({ name, slot, label }) => ({ address: addressOf(deployment._id, type, name), slot, label }))
  const isMerged = logs.length > 1
  const reading = useLogReading(read)
  const { merged } = reading
  const settings = useSelected(selectLogViewSettings)
  const lines = lineNames(logs, outOf > 1)
  const { searchParams, query, change, endSearch, goToLine, linkTo } = useLogSearchParams(!settings.raw, lines)
  const view = useRef<LogController>(null)
  const firstInView = () => view.current?.firstInView() ?? 1
  const found = useLogSearch(reading, searchParams.line, firstInView)
  const copy = useCopyLines(reading, `service-logs-${instance._id}`)
  const frame = useRef<HTMLDivElement>(null)
  const bar = useSearchBar(frame, query !== null, endSearch)
  const { chosen, choose, chooseAll, mark } = useChosenLines(view, merged)
  const [isFull, setFull] = useState(false)
  const isFiltered = searchParams.isFiltered && query !== null
  const visible = useVisibleRows(merged, isFiltered ? found.rows : null)

  const toLine = (sequence: number) => {
    visible.uncover(sequence)
    view.current?.toLine(sequence, { flash: true })
  }
  const marks = useLineMarks(logs)
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
      {read.map((log) => (
        <LogReader
          key={topicOfLog(log.address)}
          log={log}
          merged={merged}
          together={logs.length}
          times={index?.find(({ serviceName }) => serviceName === (log.address.serviceName ?? ''))}
          query={query}
        />
      ))}
      <LogTools
        instance={instance}
        logs={read.map(({ address }) => address)}
        isAll={logs.length === outOf}
        chosen={chosen && { range: chosen, count: merged.countLines(chosen) }}
        onSave={(format) => chosen && copy(chosen, format)}
        about={
          chosen ? (
            <ChosenBar
              count={merged.countLines(chosen)}
              link={linkTo(chosen.first, deployment._id)}
              onCopy={() => copy(chosen)}
              onClose={() => choose(null)}
            />
          ) : (
            <LineCount buffer={merged} isKnown={reading.isKnown} visible={isFiltered ? found.count : null} />
          )
        }
        jump={
          <JumpPopover
            logAt={(atMs) => read.find(({ slot }) => slot === merged.sourceAt(atMs)?.slot)}
            zone={settings.times === 'utc' ? 'utc' : 'local'}
            fromMs={() => Date.parse(merged.line(firstInView())?.time ?? instance.createdAt)}
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
      <RetentionLine instance={instance._id} buffer={merged} isMerged={isMerged} />
      <div className={css.lines}>
        <LogView
          buffer={merged}
          marks={isMerged ? marks : undefined}
          filter={reading.topics.join()}
          height="fill"
          label={`${names[type]} of ${instance.name}`}
          empty={
            reading.isKnown && (
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
