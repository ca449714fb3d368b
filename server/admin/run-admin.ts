import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { formatBytes } from '../../src/rules/format-size.ts'
import type { Db } from '../store/connection.ts'
import { runningDatabase } from '../store/embedded/running-database.ts'
import * as schema from '../store/schema.ts'
import {
  type AdmissionChange,
  admissionChanges,
  type ChangeResult,
  changeAdmission,
  restrictAccess,
} from './change-admission.ts'
import { changeFunds, type FundsChange, findOrganizationNamed } from './change-funds.ts'
import { type CouponValues, couponHelp, couponOptions, runCoupons, UsageError } from './coupon-command.ts'
import { type EngineUse, readEngines } from './read-engines.ts'
import { findUsers, type ListedUser, listAccess, readOperatorLog, searchUsers } from './read-users.ts'

const help = `npm run longshore-admin -- COMMAND

Changes who may use this installation: that of DATABASE_URL, or the running one of the data folder (LONGSHORE_DATA).
USER is an id, a username or a verified e-mail address. Sessions, API tokens and open connections of a user who is no
longer admitted end at once. Every change is recorded under your name.

  users [TEXT]               lists users whose name or address contains TEXT
  ban USER --reason TEXT     closes an account
  unban USER                 opens it again
  check USER --reason TEXT   stops sign-ins until you have checked the account
  clear USER                 ends the check
  access restrict            admits only users with granted access
  access open                admits everyone again
  access list                lists requests, then who was granted or denied access
  access grant USER          grants access
  access deny USER           denies or withdraws it
  funds stop ORG             closes what an organisation runs, and keeps its configurations and volumes
  funds resume ORG           starts exactly that again
  funds remove-data ORG      deletes the volumes of an organisation that has been stopped for --days
  engines                    lists what each engine has: workloads, commands, volumes and claimed resources
  log [USER]                 prints what was changed, by whom and when

  --reason TEXT              for ban and check; only operators see it
  --days NUMBER              for remove-data: 30 if not given
  --by NAME                  your name in the log, instead of that of your account on this machine
${couponHelp}`

export interface AdminShell {
  env: NodeJS.ProcessEnv
  write(text: string): void
  writeError(text: string): void
}

interface Invocation {
  db: Db
  operator: string
  reason: string
  days: string
  values: CouponValues
  print: (text: string) => number
}

/** Runs the operator's command with its arguments. Resolves with the exit code. */
export const runAdmin = async (args: string[], shell: AdminShell): Promise<number> => {
  try {
    return await run(args, shell)
  } catch (error) {
    shell.writeError(`${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError || (error instanceof TypeError && 'code' in error) ? 2 : 1
  }
}

const run = async (args: string[], { env, write }: AdminShell): Promise<number> => {
  const print = (text: string): number => {
    write(text)
    return 0
  }
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      by: { type: 'string' },
      days: { type: 'string' },
      ...couponOptions,
      help: { type: 'boolean' },
    },
  })
  if (values.help || positionals.length === 0) return print(help)
  const url = env.DATABASE_URL || runningDatabase(resolve(env.LONGSHORE_DATA || '.longshore'))
  if (!url)
    throw new UsageError('Longshore does not run in this data folder. Start it, or set LONGSHORE_DATA or DATABASE_URL.')
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'longshore admin' })
  try {
    const db: Db = drizzle(pool, { schema, casing: 'snake_case' })
    const operator = values.by || userInfo().username
    const { reason = '', days = '30' } = values
    return await execute(positionals, { db, operator, reason, days, values, print })
  } finally {
    await pool.end()
  }
}

const execute = async ([command = '', ...rest]: string[], invocation: Invocation): Promise<number> => {
  const { db, operator, print } = invocation
  const [first = '', second = ''] = rest
  switch (command) {
    case 'users':
      return printUsers(await searchUsers(db, first), print)
    case 'coupons':
      return runCoupons(rest, invocation)
    case 'engines':
      return printEngines(await readEngines(db), print)
    case 'log':
      return printLog(invocation, first)
    case 'ban':
    case 'unban':
    case 'check':
    case 'clear':
      return change(command, first, invocation)
    case 'funds':
      if (first !== 'stop' && first !== 'resume' && first !== 'remove-data') break
      return funds(first, second, invocation)
    case 'access':
      switch (first) {
        case 'restrict':
        case 'open':
          return print(outcomeOf(await restrictAccess(db, { isRestricted: first === 'restrict', operator })))
        case 'grant':
        case 'deny':
          return change(first, second, invocation)
        case 'list': {
          const { isRestricted, users } = await listAccess(db)
          print(isRestricted ? 'Access is restricted.\n' : 'Access is not restricted: everyone is admitted.\n')
          return printUsers(users, print)
        }
      }
  }
  throw new UsageError(`Unknown command: ${[command, first].join(' ').trim()}. See --help.`)
}

const change = async (
  name: AdmissionChange,
  user: string,
  { db, operator, reason, print }: Invocation,
): Promise<number> => {
  if ((name === 'ban' || name === 'check') && reason.trim() === '') throw new UsageError('Give a --reason.')
  const { id, username } = await requireUser(db, user)
  const result = await changeAdmission(db, { userId: id, change: name, reason: reason.trim(), operator })
  print(`${username}  ${admissionChanges[name].action}\n`)
  return print(outcomeOf(result))
}

const funds = async (name: FundsChange, of: string, { db, operator, days, print }: Invocation): Promise<number> => {
  const organization = await findOrganizationNamed(db, of)
  if (!organization) throw new UsageError(`No organisation has the id or username ${of}.`)
  if (!/^\d{1,5}$/.test(days)) throw new UsageError('Give --days as a whole number.')
  const text = await changeFunds(db, { change: name, organization, days: Number(days), operator })
  return print(`${organization.username}  ${text}\n`)
}

const requireUser = async (db: Db, name: string): Promise<ListedUser> => {
  if (name === '') throw new UsageError('Name a user.')
  const [found, other] = await findUsers(db, name)
  if (!found) throw new UsageError(`No user has the id, username or verified e-mail address ${name}.`)
  if (other) throw new UsageError(`Several users are called ${name}. Use an id.`)
  return found
}

const outcomeOf = ({ isChanged, endedSessions }: ChangeResult): string =>
  isChanged ? `Done. ${endedSessions} ${endedSessions === 1 ? 'session' : 'sessions'} ended.\n` : 'Nothing changed.\n'

const printUsers = (users: ListedUser[], print: Invocation['print']): number => {
  for (const { id, username, email, emailVerified, bannedFor, securityCheckFor, developmentAccess } of users)
    print(
      rowOf([
        id,
        username,
        email === null ? '-' : `${email}${emailVerified ? '' : ' (unverified)'}`,
        [
          bannedFor !== null && `banned: ${bannedFor}`,
          securityCheckFor !== null && `security check: ${securityCheckFor}`,
          developmentAccess !== null && `access ${developmentAccess}`,
        ]
          .filter(Boolean)
          .join(', ') || '-',
      ]),
    )
  return print(users.length === 0 ? 'No users.\n' : '')
}

const printEngines = (engines: EngineUse[], print: Invocation['print']): number => {
  for (const { engine, workloads, commands, volumes, ...used } of engines)
    print(
      rowOf([
        engine || '(default)',
        `${workloads} workloads`,
        `${commands} commands`,
        `${volumes} volumes (${formatBytes(Number(used.volume_bytes))})`,
        `${Number(used.cpu_milli) / 1000} cores`,
        `${formatBytes(Number(used.memory_bytes))} of memory`,
      ]),
    )
  return print(engines.length === 0 ? 'Nothing runs yet.\n' : '')
}

const printLog = async ({ db, print }: Invocation, user: string): Promise<number> => {
  const entries = await readOperatorLog(db, user === '' ? null : (await requireUser(db, user)).id)
  for (const { at, operator, action, username, reason } of entries)
    print(rowOf([at.toISOString(), operator, action, username, reason]))
  return print(entries.length === 0 ? 'Nothing recorded.\n' : '')
}

/** Removes control characters: a name that a user chose must not control the operator's terminal. */
const rowOf = (cells: string[]) => `${cells.map((cell) => cell.replaceAll(/\p{C}+/gu, ' ')).join('\t')}\n`
