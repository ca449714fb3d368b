import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'
import { encodePicture } from './encode-picture.ts'
import { putPictureInUse, storePicture } from './picture-store.ts'

/** Keeps a picture that may become the person's. */
export const saveAvatar = async (db: Db, userId: UserId, file: Uint8Array): Promise<string> => {
  const data = await encodePicture(file)
  return db.transaction(async (tx) => storePicture(tx, { userId }, await avatarOf(tx, userId), data))
}

/** One that a provider gave stays until another one is chosen. */
export const putAvatarInUse = async (tx: Tx, userId: UserId, avatar: string | null): Promise<void> => {
  if (avatar !== (await avatarOf(tx, userId))) await putPictureInUse(tx, { userId }, avatar, 'avatar')
}

const avatarOf = async (tx: Tx, userId: UserId): Promise<string | null> => {
  const [user] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId)).for('update')
  return user?.avatar ?? null
}
