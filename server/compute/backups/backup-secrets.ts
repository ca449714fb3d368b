import type { BackupId } from '../../../src/contract/wire/volumes/snapshot.ts'
import { createSeal } from '../../keys/seal.ts'

export interface BackupSecrets {
  seal(id: BackupId, secretAccessKey: string): Buffer
  /** Returns undefined if the secret of the installation has changed. */
  open(id: BackupId, sealed: Uint8Array): string | undefined
}

/** Seals the secret access keys of buckets. Nothing returns one to a caller. */
export function createBackupSecrets(secret: string): BackupSecrets {
  const seal = createSeal(secret, 'backup-places')
  return { seal: (id, key) => seal.seal(key, id), open: (id, sealed) => seal.open(sealed, id) }
}
