import { and, eq, ne } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { fieldRefused } from '../../http/field-refused.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { avatars, users } from '../../store/schema.ts'
import { avatarAddress, avatarIdOf } from './avatar-address.ts'
import { encodePicture, PICTURE_TYPE } from './encode-picture.ts'

/** Keeps a picture that may become the person's; one that was uploaded before and never put in use goes. */
export const keepAvatar = async (db: Db, userId: UserId, file: Uint8Array): Promise<string> => {
  const data = await encodePicture(file)
  return db.transaction(async (tx) => {
    const [person] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId)).for('update')
    await removeAvatars(tx, userId, person?.avatar ?? null)
    const [kept] = await tx
      .insert(avatars)
      .values({ userId, mediaType: PICTURE_TYPE, data })
      .returning({ id: avatars.id })
    if (!kept) throw new Error('The picture was not written.')
    return avatarAddress(kept.id)
  })
}

/** A person shows their own picture or none: an address elsewhere would tell a stranger who looks at it. */
export const putAvatarInUse = async (tx: Tx, userId: UserId, avatar: string | null): Promise<void> => {
  const [person] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId)).for('update')
  if (avatar === (person?.avatar ?? null)) return
  if (avatar !== null && !(await isOwn(tx, userId, avatar))) throw notUploaded()
  await removeAvatars(tx, userId, avatar)
}

const isOwn = async (tx: Tx, userId: UserId, address: string): Promise<boolean> => {
  const id = avatarIdOf(address)
  return id !== null && (await tx.$count(avatars, and(eq(avatars.id, id), eq(avatars.userId, userId)))) === 1
}

const removeAvatars = async (tx: Tx, userId: UserId, except: string | null) => {
  const kept = except === null ? null : avatarIdOf(except)
  const isMine = eq(avatars.userId, userId)
  await tx.delete(avatars).where(kept === null ? isMine : and(isMine, ne(avatars.id, kept)))
}

const notUploaded = () => fieldRefused('avatar', 'Upload a picture first.')
