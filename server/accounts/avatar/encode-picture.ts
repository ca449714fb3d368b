import type { Sharp } from 'sharp'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import { inPictureTurn } from './picture-turns.ts'

const SIDE = 256
/**
 * Admits photographs of the size that a file of 5 MB can hold. An interlaced picture is decoded as a whole: a second of
 * work and 100 MB for this many pixels.
 */
const MAX_PIXELS = 25_000_000
const QUALITY = 82
const MAX_DURATION_S = 10

export const PICTURE_TYPE = 'image/webp'

/** sharp chooses the loader by the file's content; all other loaders are blocked. */
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer']

/** Loaded with the first picture: 20 MB of native code that most processes never need. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  return sharp
}

export interface UploadedPicture {
  file: Uint8Array
  by: UserId
  /** Aborted when the user has disconnected: a waiting picture is dropped. */
  signal: AbortSignal
}

/**
 * Crops a picture to a square and re-encodes it. Only pixels survive: no location, camera data, colour profile or bytes
 * after the end. Of an animation only the first frame is kept.
 */
export const encodePicture = ({ file, by, signal }: UploadedPicture): Promise<Buffer> =>
  inPictureTurn(by, signal, () => encode(file))

const encode = async (file: Uint8Array): Promise<Buffer> => {
  const sharp = await loadSharp()
  try {
    return await squared(sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }))
  } catch (error) {
    throw pictureError(error)
  }
}

const squared = (picture: Sharp): Promise<Buffer> =>
  picture
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .timeout({ seconds: MAX_DURATION_S })
    .toBuffer()

const pictureError = (cause: unknown): ApiError => {
  const isTooBig = cause instanceof Error && /pixel limit|timeout/.test(cause.message)
  if (!isTooBig) return new ApiError('notAPicture', { cause })
  const megapixels = MAX_PIXELS / 1_000_000
  return new ApiError('notAPicture', {
    message: `This picture has more than ${megapixels} megapixels. Choose a smaller one.`,
    cause,
  })
}
