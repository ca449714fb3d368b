import type { TemplateFile } from './template-schema.ts'

/** A template of the catalogue. `templateWire` adds prices and converts it for the API. */
export interface TemplateSource extends Omit<TemplateFile, '$schema'> {
  id: string
  builtIn: boolean
}
