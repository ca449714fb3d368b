import { writeFileSync } from 'node:fs'
import { templateJsonSchema } from '../../server/compute/catalogue/templates/template-json-schema.ts'

const file = new URL('../../catalogue/template.schema.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(templateJsonSchema(), null, 2)}\n`)
