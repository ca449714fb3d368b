import { resolveOnce } from '../server/start-up/resolve-once.ts'

// Imported before each test file, whose imports of the server would read the large package.json again and again.
resolveOnce()
