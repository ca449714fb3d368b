import { pino } from 'pino'
import { LogTails } from '../server/compute/logs/log-tails.ts'
import { LogWriter } from '../server/compute/logs/reading/log-writer.ts'
import { createLogRetention } from '../server/compute/logs/retention/log-retention.ts'
import { accessLog } from './support/access-log.ts'
import { printFigure } from './support/figures.ts'
import { startLogStore } from './support/log-store.ts'

/**
 * The stored size of a web server's access log, by the real writer over the real database: as a burst, and as a trickle
 * whose lines are written one by one and merged later. The size on disk is all that PostgreSQL needs for it.
 */
const MAX_PERCENT = 25
const runs = [
  { what: 'a burst of 200,000 lines', lines: 200_000, at: 'once' },
  { what: 'a trickle of 5,000 lines', lines: 5000, at: 'one by one' },
] as const

const { store, address, stop } = await startLogStore()
const retention = createLogRetention({
  db: store.db,
  limits: { retentionDays: 30, retentionBytes: Number.MAX_SAFE_INTEGER },
  log: pino({ level: 'error' }),
})

const measured = async () => {
  await store.pool.query('vacuum full log_chunk')
  const { rows } = await store.pool.query<{ kept: string; raw: string; chunks: string; disk: string }>(
    `select sum(octet_length(lines)) as kept, sum(raw_bytes) as raw, count(*) as chunks,
       pg_total_relation_size('log_chunk') as disk from log_chunk`,
  )
  const [row] = rows
  return { kept: Number(row?.kept), raw: Number(row?.raw), chunks: Number(row?.chunks), disk: Number(row?.disk) }
}

try {
  console.log('\nStored size of an access log in the combined format, relative to its size as text')
  for (const { what, lines, at } of runs) {
    await store.pool.query('truncate log_chunk')
    const writer = new LogWriter({ db: store.db, tails: new LogTails(), retention }, address, { head: 0 })
    const next = accessLog(7)
    for (let number = 0; number < lines; number += 1) {
      const line = next()
      await writer.add([line], line.text.length + 1, {})
      if (at === 'one by one') await writer.flush()
    }
    await writer.end(new AbortController().signal)
    writer.abandon()
    const { kept, raw, chunks, disk } = await measured()
    const details = `${(raw / 1e6).toFixed(1)} MB as text, ${chunks} chunks`
    printFigure(`${what}, stored`, (100 * kept) / raw, '%', MAX_PERCENT, details)
    printFigure(`${what}, on disk`, (100 * disk) / raw, '%', MAX_PERCENT, `${(disk / 1e6).toFixed(1)} MB`)
  }
} finally {
  await stop()
}
