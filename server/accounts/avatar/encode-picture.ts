import type { Sharp } from 'sharp'
import { ApiError } from '../../http/api-error.ts'

const SIDE = 256
/** A photograph of today's cameras fits; a small file that unpacks to gigabytes does not. */
const MOST_PIXELS = 50_000_000
const QUALITY = 82
const LONGEST_S = 10

export const PICTURE_TYPE = 'image/webp'

/** What is read is decided by a file's content; loaders of everything else are switched off, so that none is ever tried. */
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer']

/** Fetched with the first picture: it is 20 MB of native code that most processes never need. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  return sharp
}

/** One at a time: pictures wait, and whatever else the thread pool does goes on. */
let before: Promise<unknown> = Promise.resolve()

/**
 * Cuts a picture square and encodes it anew. Nothing but pixels survives: no place, no camera, no profile, no bytes behind
 * the end. Of a moving picture the first frame stays.
 */
export const encodePicture = (file: Uint8Array): Promise<Buffer> => {
  const encoded = before.then(() => encode(file))
  before = encoded.catch(() => undefined)
  return encoded
}

const encode = async (file: Uint8Array): Promise<Buffer> => {
  const sharp = await loadSharp()
  try {
    return await squared(sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }))
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
    .timeout({ seconds: LONGEST_S })
    .toBuffer()

const pictureError = (cause: unknown): ApiError => {
  const isTooBig = cause instanceof Error && /pixel limit|timeout/.test(cause.message)
  if (!isTooBig) return new ApiError('notAPicture', { cause })
  const megapixels = MOST_PIXELS / 1_000_000
  return new ApiError('notAPicture', { message: `This picture has more than ${megapixels} megapixels.`, cause })
}
