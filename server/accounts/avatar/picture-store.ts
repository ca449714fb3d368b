import { and, eq, ne } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Tx } from '../../store/connection.ts'
import { avatars } from '../../store/schema.ts'
import { avatarAddress, avatarIdOf } from './avatar-address.ts'
import { PICTURE_TYPE } from './encode-picture.ts'

/** The owner of a picture. The caller must have locked the owner's row. */
export type PictureOwner = { userId: UserId } | { organizationId: OrganizationId }

/** Stores an uploaded picture next to the one in use, and deletes earlier uploads that were never used. */
export const storePicture = async (
  tx: Tx,
  owner: PictureOwner,
  inUse: string | null,
  data: Buffer,
): Promise<string> => {
  await removePictures(tx, owner, inUse)
  const [kept] = await tx
    .insert(avatars)
    .values({ ...owner, mediaType: PICTURE_TYPE, data })
    .returning({ id: avatars.id })
  if (!kept) throw new Error('The picture was not written.')
  return avatarAddress(kept.id)
}

/** Accepts only the owner's own upload or null: a picture hosted elsewhere would reveal its viewers to that host. */
export const putPictureInUse = async (
  tx: Tx,
  owner: PictureOwner,
  picture: string | null,
  field: string,
): Promise<void> => {
  if (picture !== null && !(await isOwn(tx, owner, picture))) throw fieldError(field, 'Upload a picture first.')
  await removePictures(tx, owner, picture)
}

const isOwn = async (tx: Tx, owner: PictureOwner, address: string): Promise<boolean> => {
  const id = avatarIdOf(address)
  return id !== null && (await tx.$count(avatars, and(eq(avatars.id, id), ownedBy(owner)))) === 1
}

const removePictures = async (tx: Tx, owner: PictureOwner, except: string | null): Promise<void> => {
  const kept = except === null ? null : avatarIdOf(except)
  await tx.delete(avatars).where(kept === null ? ownedBy(owner) : and(ownedBy(owner), ne(avatars.id, kept)))
}

const ownedBy = (owner: PictureOwner) =>
  'userId' in owner ? eq(avatars.userId, owner.userId) : eq(avatars.organizationId, owner.organizationId)
