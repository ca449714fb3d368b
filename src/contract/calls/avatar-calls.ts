import * as v from 'valibot'
import { call } from '../call.ts'
import { MAX_PICTURE_BYTES, pictureTypes } from '../wire/account.ts'

export const avatarCalls = {
  uploadAvatar: call({
    method: 'POST',
    path: 'profile/avatar',
    access: 'inSession',
    file: { types: pictureTypes, maxBytes: MAX_PICTURE_BYTES },
    response: v.object({ avatar: v.string() }),
    invalidates: [],
    summary:
      'Upload a picture, which is cropped to a square and re-encoded. Save the profile with the returned address to use it.',
  }),
}
