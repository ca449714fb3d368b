const closed = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
]
/** Used by the console itself: passkeys and copy buttons. */
const own = ['clipboard-read', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']

/** Disables every browser feature that the console does not use; videos of `framedOrigins` may be shown full-screen. */
export const permissionsPolicy = (framedOrigins: readonly string[]): string =>
  [
    ...closed.map((feature) => `${feature}=()`),
    ...own.map((feature) => `${feature}=(self)`),
    `fullscreen=(${['self', ...framedOrigins.map((origin) => JSON.stringify(origin))].join(' ')})`,
  ].join(', ')
