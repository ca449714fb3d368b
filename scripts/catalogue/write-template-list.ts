import { readFileSync, writeFileSync } from 'node:fs'
import { readTemplates, templateFolder } from '../../server/compute/catalogue/templates/read-templates.ts'
import { templateTable } from '../../tests/template-images/template-table.ts'

const file = new URL('../../docs/guide/templates.md', import.meta.url)
const text = readFileSync(file, 'utf8')
writeFileSync(file, `${text.slice(0, text.indexOf('| template |'))}${templateTable(readTemplates(templateFolder))}\n`)
