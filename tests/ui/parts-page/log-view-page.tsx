import { useRef, useState } from 'react'
import { openLogWorker } from '../../../effects/logs/open-log-worker.ts'
import { createLogBuffer } from '../../../src/logs/buffer/create-log-buffer.ts'
import type { LogBuffer } from '../../../src/logs/log-buffer.ts'
import { createLogBuffers } from '../../../src/logs/log-buffers.ts'
import type { LogRows } from '../../../src/logs/log-rows.ts'
import { slotOf } from '../../../src/logs/merge/line-key.ts'
import { createMergedLog, type MergedLog } from '../../../src/logs/merge/merged-log.ts'
import type { LogQuery } from '../../../src/logs/store/log-store-message.ts'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import type { LogController } from '../../../ui/parts/logs/log-controller.ts'
import { LogView, type LogViewProps } from '../../../ui/parts/logs/log-view.tsx'
import type { LineMarks } from '../../../ui/parts/logs/painter/log-row.ts'
import { PageHeader } from '../../../ui/parts/navigation/page-header.tsx'
import { EmptyState } from '../../../ui/parts/waiting/empty-state.tsx'
import { type LineTexts, sampleBatch, sampleTexts } from './sample-lines.ts'
import { SampleShell } from './sample-shell.tsx'

/** How a test controls the log of this page. */
export interface SampleLog {
  buffer: LogBuffer
  /** Several logs as one. */
  merged: MergedLog
  add(count: number, texts?: LineTexts): void
  /** Skips lines, as a gap for a slow reader does. */
  skip(count: number): void
  fill(first: number, last: number): void
  find(query: LogQuery | null, only?: boolean): void
  settings(settings: Partial<NonNullable<LogViewProps['settings']>>): void
  current(sequence: number): void
  controller(): LogController | null
  chosen: [number, number][]
}

declare global {
  interface Window {
    sampleLog: SampleLog
  }
}

interface ViewState {
  settings: NonNullable<LogViewProps['settings']>
  query: LogQuery | null
  rows: LogRows | undefined
  current: number | null
}

const params = new URLSearchParams(location.search)
const replicas = Number(params.get('replicas') ?? 1)
const logBuffers = createLogBuffers(openLogWorker)
const buffers = Array.from({ length: replicas }, (_, at) => logBuffers.of(`sample ${at}`, createLogBuffer, replicas))
const [buffer] = buffers as [LogBuffer]
const merged = createMergedLog()
for (const [slot, buffer] of buffers.entries()) merged.add({ slot, label: `web ${slot + 1}`, buffer })
const markOf = buffers.map((_, slot) => ({
  label: `web ${slot + 1}`,
  title: `Replica ${slot + 1} of web`,
  colour: slot % 6,
}))
const marks: LineMarks = { of: (line) => markOf[slotOf(line)], length: 6 }
let head = 0

/** Adds lines to each log in turn. */
const add: SampleLog['add'] = (count, texts = sampleTexts) => {
  for (let left = count; left > 0; left -= 5000 * replicas) {
    const part = Math.ceil(Math.min(left, 5000 * replicas) / replicas)
    for (const one of buffers) one.receive([sampleBatch(head + 1, part, texts)])
    head += part
  }
}

export const LogViewPage = () => {
  const controller = useRef<LogController>(null)
  const [view, setView] = useState<ViewState>({
    settings: { wrap: params.has('wrap'), times: 'utc', raw: params.has('raw') },
    query: null,
    rows: undefined,
    current: null,
  })
  const change = (next: Partial<ViewState>) => setView((before) => ({ ...before, ...next }))

  const [sample] = useState<SampleLog>(() => {
    add(Number(params.get('lines') ?? 60))
    return {
      buffer,
      merged,
      add,
      skip: (count) => {
        buffer.receive([{ kind: 'gap', first: head + 1, sequence: head + count }])
        head += count
      },
      fill: (first, last) => buffer.fill([sampleBatch(first, last - first + 1)], buffer.extent()),
      find: (query, only = false) => {
        buffer.find(query)
        change({ query, rows: only ? merged.found() : undefined })
      },
      settings: (settings) => setView((before) => ({ ...before, settings: { ...before.settings, ...settings } })),
      current: (current) => change({ current }),
      controller: () => controller.current,
      chosen: [],
    }
  })
  window.sampleLog = sample

  return (
    <SampleShell>
      <PageBody>
        <PageHeader title="api" />
        <Card title="Instance logs" padded={false}>
          <LogView
            buffer={merged}
            marks={replicas > 1 ? marks : undefined}
            label="Instance logs of api"
            settings={view.settings}
            rows={view.rows}
            highlight={view.query}
            current={view.current}
            controller={controller}
            onSelectionChange={(first, last) => sample.chosen.push([first, last])}
            empty={<EmptyState title="No lines" text="They appear as they are written." />}
          />
        </Card>
      </PageBody>
    </SampleShell>
  )
}
