import { useRef, useState } from 'react'
import { openLogWorker } from '../../../effects/logs/open-log-worker.ts'
import { createLogBook } from '../../../src/logs/book/create-log-book.ts'
import type { LogBook, LogQuery } from '../../../src/logs/log-book.ts'
import { createLogBooks } from '../../../src/logs/log-books.ts'
import type { LogRows } from '../../../src/logs/log-rows.ts'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import type { LogController } from '../../../ui/parts/logs/log-controller.ts'
import { LogView, type LogViewProps } from '../../../ui/parts/logs/log-view.tsx'
import { PageHeader } from '../../../ui/parts/navigation/page-header.tsx'
import { EmptyState } from '../../../ui/parts/waiting/empty-state.tsx'
import { type LineTexts, sampleBatch, sampleTexts } from './sample-lines.ts'
import { SampleShell } from './sample-shell.tsx'

/** How a test moves the log of this page. */
export interface SampleLog {
  book: LogBook
  add(count: number, texts?: LineTexts): void
  /** Passes over lines, as a slow reader does. */
  skip(count: number): void
  fill(first: number, last: number): void
  find(query: LogQuery | null, only?: boolean): void
  look(look: Partial<NonNullable<LogViewProps['look']>>): void
  current(sequence: number): void
  controller(): LogController | null
  chosen: [number, number][]
}

declare global {
  interface Window {
    sampleLog: SampleLog
  }
}

interface Shown {
  look: NonNullable<LogViewProps['look']>
  query: LogQuery | null
  rows: LogRows | undefined
  current: number | null
}

const params = new URLSearchParams(location.search)
const book = createLogBooks(openLogWorker).of('sample', createLogBook)
let head = 0

const add: SampleLog['add'] = (count, texts = sampleTexts) => {
  for (let left = count; left > 0; left -= 5000) {
    const part = Math.min(left, 5000)
    book.receive([sampleBatch(head + 1, part, texts)])
    head += part
  }
}

export const LogViewPage = () => {
  const controller = useRef<LogController>(null)
  const [shown, setShown] = useState<Shown>({
    look: { wrap: params.has('wrap'), times: 'utc', raw: params.has('raw') },
    query: null,
    rows: undefined,
    current: null,
  })
  const change = (next: Partial<Shown>) => setShown((before) => ({ ...before, ...next }))

  const [sample] = useState<SampleLog>(() => {
    add(Number(params.get('lines') ?? 60))
    return {
      book,
      add,
      skip: (count) => {
        book.receive([{ kind: 'gap', first: head + 1, sequence: head + count }])
        head += count
      },
      fill: (first, last) => book.fill([sampleBatch(first, last - first + 1)], book.extent()),
      find: (query, only = false) => {
        book.find(query)
        change({ query, rows: only ? book.found() : undefined })
      },
      look: (look) => setShown((before) => ({ ...before, look: { ...before.look, ...look } })),
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
            book={book}
            label="Instance logs of api"
            look={shown.look}
            rows={shown.rows}
            highlight={shown.query}
            current={shown.current}
            controller={controller}
            onChosen={(first, last) => sample.chosen.push([first, last])}
            empty={<EmptyState title="No lines" text="They appear as they are written." />}
          />
        </Card>
      </PageBody>
    </SampleShell>
  )
}
