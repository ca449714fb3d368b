import { toJsonSchema } from '@valibot/to-json-schema'
import { templateSchema } from './template-schema.ts'

/** The schema of template files for editors. Rules between fields are checked when a file is read. */
export const templateJsonSchema = (): object => ({
  title: 'Longshore template',
  ...toJsonSchema(templateSchema, { typeMode: 'input', errorMode: 'ignore' }),
})
