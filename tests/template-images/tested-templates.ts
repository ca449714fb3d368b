import { databaseUses } from './uses/database-uses.ts'
import { serverUses } from './uses/server-uses.ts'
import type { TestedTemplate } from './uses/tested-template.ts'
import { webUses } from './uses/web-uses.ts'

/** The templates that run in the tests. The rest is checked against the schema only. */
export const testedTemplates: readonly TestedTemplate[] = [...databaseUses, ...webUses, ...serverUses]
