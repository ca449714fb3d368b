/** Two small pages on the way to a connected login and back. */
export { ConnectionCallback } from './connection-callback.tsx'
export { NewConnectionPage } from './new-connection-page.tsx'
