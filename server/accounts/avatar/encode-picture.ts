import type { Sharp } from 'sharp'
import { ApiError } from '../../http/api-error.ts'

const SIDE = 256
/** Admits photographs from current cameras, but no small file that decompresses to gigabytes. */
const MAX_PIXELS = 50_000_000
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

/** Pictures are encoded one at a time, to leave the thread pool to other work. */
let before: Promise<unknown> = Promise.resolve()

/**
 * Crops a picture to a square and re-encodes it. Only pixels survive: no location, camera data, colour profile or bytes
 * after the end. Of an animation only the first frame is kept.
 */
export const encodePicture = (file: Uint8Array): Promise<Buffer> => {
  const encoded = before.then(() => encode(file))
  before = encoded.catch(() => undefined)
  return encoded
}

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
