import { databaseUses } from './uses/database-uses.ts'
import { serverUses } from './uses/server-uses.ts'
import type { TestedTemplate } from './uses/tested-template.ts'
import { webUses } from './uses/web-uses.ts'

/** Those of `testedVersions`. */
export const testedTemplates: readonly TestedTemplate[] = [...databaseUses, ...webUses, ...serverUses]
