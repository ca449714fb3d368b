import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runningDatabase } from '../../store/embedded/running-database.ts'
import { checkLedger } from './check-ledger.ts'
import { exportedBookings } from './exported-bookings.ts'
import { inSnapshot } from './in-snapshot.ts'
import { CSV_HEADER, csvOf } from './ledger-csv.ts'
import { JOURNAL_HEADER, journalOf } from './ledger-journal.ts'

const help = `npm run longshore-ledger -- COMMAND

Reads the ledger of this installation: that of DATABASE_URL, or the running one of the data folder (LONGSHORE_DATA).
Changes nothing, and may run while Longshore does.

  check           compares balances, lots and holds with their entries, and the entries of each booking with zero; prints
                  each difference with both sides, and exits with 1 if there is one
  export csv      prints every entry as CSV; amounts are whole micro-dollars or smallest units of a token
  export hledger  prints every booking as a journal for hledger
`

export interface LedgerShell {
  env: NodeJS.ProcessEnv
  /** Resolves when more may be written. */
  write(text: string): Promise<void> | void
  writeError(text: string): void
}

class UsageError extends Error {}

/** Runs the command with its arguments. Resolves with the exit code: 1 for a difference, 2 for anything that fails. */
export const runLedger = async (args: string[], shell: LedgerShell): Promise<number> => {
  try {
    return await run(args, shell)
  } catch (error) {
    shell.writeError(`${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}

const run = async (args: string[], { env, write }: LedgerShell): Promise<number> => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean' } } })
  const command = positionals.join(' ')
  if (values.help || command === '') {
    await write(help)
    return 0
  }
  if (command !== 'check' && command !== 'export csv' && command !== 'export hledger')
    throw new UsageError(`Unknown command: ${command}. See --help.`)
  const url = env.DATABASE_URL || runningDatabase(resolve(env.LONGSHORE_DATA || '.longshore'))
  if (!url)
    throw new UsageError('Longshore does not run in this data folder. Start it, or set LONGSHORE_DATA or DATABASE_URL.')
  if (command === 'check') return check(url, write)
  const [header, format] = command === 'export csv' ? [CSV_HEADER, csvOf] : [JOURNAL_HEADER, journalOf]
  await inSnapshot(url, async (tx) => {
    await write(header)
    for await (const booking of exportedBookings(tx)) await write(format(booking))
  })
  return 0
}

const check = async (url: string, write: LedgerShell['write']): Promise<number> => {
  const differences = await inSnapshot(url, checkLedger)
  for (const { what, id, stored, computed } of differences)
    await write(`${what}: ${id.replaceAll(/\p{C}+/gu, ' ')}\tstored ${stored}\tcomputed ${computed}\n`)
  await write(
    differences.length === 0 ? 'Checked: no difference.\n' : `${differences.length} differences. NOT in order.\n`,
  )
  return differences.length === 0 ? 0 : 1
}
