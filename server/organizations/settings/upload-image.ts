import { encodePicture } from '../../accounts/avatar/encode-picture.ts'
import { storePicture } from '../../accounts/avatar/picture-store.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'

/** Stores a picture that may then be chosen as the organisation's image. */
export const uploadOrganizationImage = async (
  options: ChangeOptions,
  context: CallContext<'uploadOrganizationImage'>,
): Promise<{ image: string }> => {
  const { caller, input, signal } = context
  const data = await encodePicture({ file: input.file, by: requireUser(caller).userId, signal })
  return changeOrganization(options, context, 'organization.write', async (tx, { id, image }) => ({
    image: await storePicture(tx, { organizationId: id }, image, data),
  }))
}
