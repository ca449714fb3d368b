import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'
import { encodePicture, type UploadedPicture } from './encode-picture.ts'
import { putPictureInUse, storePicture } from './picture-store.ts'

/** Stores a picture that the user may then choose as their avatar. */
export const saveAvatar = async (db: Db, upload: UploadedPicture): Promise<string> => {
  const data = await encodePicture(upload)
  return db.transaction(async (tx) => storePicture(tx, { userId: upload.by }, await avatarOf(tx, upload.by), data))
}

/** Accepts the current avatar unchanged, because a login provider's picture is not an upload. */
export const putAvatarInUse = async (tx: Tx, userId: UserId, avatar: string | null): Promise<void> => {
  if (avatar !== (await avatarOf(tx, userId))) await putPictureInUse(tx, { userId }, avatar, 'avatar')
}

const avatarOf = async (tx: Tx, userId: UserId): Promise<string | null> => {
  const [user] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId)).for('update')
  return user?.avatar ?? null
}
