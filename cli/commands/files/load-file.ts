import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { type FileFormat, readInstanceFile } from '../../../src/rules/compose/read-instance-file.ts'
import type { ReadConfiguration } from '../../../src/rules/configuration/validate-configuration.ts'
import type { Problem } from '../../../src/rules/yaml/located-value.ts'
import { MAX_CHARACTERS } from '../../../src/rules/yaml/read-tokens.ts'
import { type CommandContext, textOption } from '../../command.ts'
import { CommandError, exitCodes, usageError } from '../../command-error.ts'

/** A character has up to four bytes. */
const MAX_BYTES = 4 * MAX_CHARACTERS

export const fileOptions = {
  'env-file': { type: 'string', value: 'FILE', description: 'Variables of a Compose file; else .env beside it.' },
} as const

const readText = async (path: string): Promise<string> => {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new CommandError(`${path} is too large.`, exitCodes.invalidFile)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw usageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/** The environment comes before the file, as in Docker Compose. */
const readVariables = async ({ world, values }: CommandContext, folder: string) => {
  const given = textOption(values, 'env-file')
  const text = given === undefined ? await readText(join(folder, '.env')).catch(() => '') : await readText(given)
  return { ...parseEnv(text), ...world.env }
}

const lineOf = (path: string, { line, column, path: field, message }: Problem): string =>
  `${path}:${line}:${column}: ${field === '' ? '' : `${field}: `}${message}`

export interface LoadedFile extends Pick<ValidFile, 'file' | 'notes'> {
  path: string
  format: FileFormat
  locate: ValidFile['locate']
}
type ValidFile = Extract<ReadConfiguration, { kind: 'configuration' }>

/** Reads the file of a command and prints what is wrong with it. */
export const loadFile = async (context: CommandContext, path: string | undefined): Promise<LoadedFile> => {
  if (path === undefined) throw usageError('Name a file.')
  const { output } = context
  const text = await readText(path)
  const read = readInstanceFile(text, {
    fileName: basename(path),
    variables: await readVariables(context, dirname(path)),
  })
  for (const note of read.notes) output.error(`${lineOf(path, note)} (note)`)
  if (read.kind === 'configuration') return { ...read, path }
  return rejectFile(context, path, read.problems)
}

const rejectFile = ({ output }: CommandContext, path: string, problems: readonly Problem[]): never => {
  for (const problem of problems) output.error(lineOf(path, problem))
  const count = problems.length
  throw new CommandError(`${path} has ${count === 1 ? 'a problem' : `${count} problems`}.`, exitCodes.invalidFile)
}

const IN_CONFIGURATION = 'configuration.'

/** Sends a file. Errors of the server about the configuration are printed with their lines. */
export const sendFile = async <T>(context: CommandContext, loaded: LoadedFile, send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    const fields = error instanceof CommandError ? error.fields : []
    const problems = fields.flatMap(({ field, message }) =>
      field.startsWith(IN_CONFIGURATION) ? [loaded.locate(field.slice(IN_CONFIGURATION.length), message)] : [],
    )
    if (problems.length === 0) throw error
    return rejectFile(context, loaded.path, problems)
  }
}
