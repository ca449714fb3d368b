import { exportAudit } from './audit/export-audit.ts'
import type { ConsoleEffects } from './deps.ts'
import { saveMailPreferences } from './notifications/save-mail-preferences.ts'

/** The effects of an organisation's settings, by subject. */
export const actors: readonly ConsoleEffects[] = [
  { name: 'notifications', effects: { saveMailPreferences } },
  { name: 'audit', effects: { exportAudit } },
]
