import type { StoredConfiguration } from '../../../contract/wire/instance/instance-configuration.ts'
import { type FileFormat, readInstanceFile } from '../../../rules/compose/read-instance-file.ts'
import type { Problem } from '../../../rules/yaml/located-value.ts'
import type { ServiceDraft } from '../service-draft.ts'
import { draftServices } from './draft-services.ts'

/** What a configuration file says. `notes` list what has no effect. */
export type ReadServices = { format: FileFormat; notes: readonly Problem[] } & (
  | {
      kind: 'services'
      services: ServiceDraft[]
      head: FileHead
      /** The place of an error of the server, by its path in the configuration. */
      locate: (path: string, message: string) => Problem
    }
  | { kind: 'problems'; problems: readonly Problem[] }
)

/** What stands above the services. */
export interface FileHead {
  name?: string
  region?: string
  projectNetwork?: boolean
}

/** Reads a configuration file of Longshore or Docker Compose. */
export const readServices = (text: string, saved: StoredConfiguration | null = null): ReadServices => {
  const read = readInstanceFile(text, { fileName: '', variables: {} })
  const { format, notes } = read
  if (read.kind === 'problems') return { kind: 'problems', format, notes, problems: read.problems }
  const { configuration, ...named } = read.file
  const head = { ...named, ...(configuration.projectNetwork && { projectNetwork: true }) }
  return { kind: 'services', format, notes, head, locate: read.locate, services: draftServices(configuration, saved) }
}

/** Whether the form waits for the file: only for one that the user wrote. An incomplete form has errors of its own. */
export const isLocking = (read: ReadServices, isTyped: boolean): boolean => isTyped && read.kind === 'problems'

const none: readonly Problem[] = []

/** What is said of a file: nothing before anything is typed, its own errors, or those that the server found. */
export const shownProblems = (text: string, read: ReadServices, rejected = none): readonly Problem[] => {
  if (text.trim() === '') return none
  return read.kind === 'problems' ? read.problems : rejected
}
