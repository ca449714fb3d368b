import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { catalogueFolder } from '../../../engines/built-in-images.ts'
import { type TemplateFile, templateSchema } from './template-schema.ts'
import type { TemplateSource } from './template-source.ts'

export const templateFolder = join(catalogueFolder, 'templates')

/** Reads every template of a folder and its subfolders, by name. Throws with the path of a file that is invalid. */
export function readTemplates(folder: string): TemplateSource[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
  const templates = paths.map((path) => {
    const { $schema: _, ...template } = parsed(join(folder, path))
    return { ...template, id: idOf(path), builtIn: false }
  })
  const ids = templates.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined) throw new Error(`Two templates have the id ${twice}`)
  return templates.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function parsed(path: string): TemplateFile {
  const read = v.safeParse(templateSchema, JSON.parse(readFileSync(path, 'utf8')))
  if (read.success) return read.output
  const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  throw new Error(`The template ${path} is invalid: ${problems.join('; ')}`)
}

const idOf = (path: string): string => path.replace(/^.*[\\/]/, '').replace(/\.json$/, '')
