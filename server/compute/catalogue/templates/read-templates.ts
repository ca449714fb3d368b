import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { catalogueFolder } from '../../../engines/built-in-images.ts'
import { StartUpError } from '../../../start-up/start-up-error.ts'
import { templateConfiguration } from './services/template-configuration.ts'
import { type TemplateFile, templateSchema } from './template-schema.ts'
import type { TemplateSource } from './template-source.ts'

export const templateFolder = join(catalogueFolder, 'templates')

/** Reads every template of a folder and its subfolders, by name. Throws with the path of a file that is invalid. */
export function readTemplates(folder: string): TemplateSource[] {
  return readOwnTemplates(folder, (problem) => {
    throw new Error(problem)
  })
}

/** Reads the valid templates of a folder and reports the other files. Throws if the folder cannot be read. */
export function readOwnTemplates(folder: string, onProblem: (problem: string) => void): TemplateSource[] {
  const templates = new Map<string, TemplateSource>()
  for (const path of templateFiles(folder)) {
    const id = idOf(path)
    try {
      if (templates.has(id)) throw new Error(`The template ${join(folder, path)} is invalid: another one has its name.`)
      templates.set(id, { ...readTemplate(join(folder, path)), id, builtIn: false })
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return [...templates.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function templateFiles(folder: string): string[] {
  try {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return all.filter((path) => path.endsWith('.json')).toSorted()
  } catch (cause) {
    throw new StartUpError(`LONGSHORE_TEMPLATES ${folder} is not a readable folder. Correct the path.`, { cause })
  }
}

function readTemplate(path: string): Omit<TemplateFile, '$schema'> {
  const invalid = (problem: string, cause?: unknown) =>
    new Error(`The template ${path} is invalid: ${problem}`, { cause })
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw invalid('it is not a readable JSON file.', cause)
  }
  const read = v.safeParse(templateSchema, content)
  if (!read.success) throw invalid(problemsOf(read.issues))
  const { $schema: _, ...template } = read.output
  try {
    templateConfiguration({ ...template, id: '', builtIn: false }, { always: true })
  } catch (error) {
    throw invalid(v.isValiError(error) ? problemsOf(error.issues) : String(error), error)
  }
  return template
}

const problemsOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`).join('; ')

const idOf = (path: string): string => path.replace(/^.*[\\/]/, '').replace(/\.json$/, '')
