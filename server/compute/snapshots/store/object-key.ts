import type { BackupPlace } from '../../../../src/contract/wire/volumes/backup.ts'
import { withoutTrailing } from '../../../../src/rules/names/without-trailing.ts'

/** Returns the name of an archive's object in a bucket. */
export const objectKey = ({ prefix }: BackupPlace, key: string): string =>
  prefix === '' ? key : `${withoutTrailing(prefix, '/')}/${key}`
