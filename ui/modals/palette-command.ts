import type { UiMessage } from '../../src/message.ts'
import type { PaletteItem } from '../parts/palette/command-palette.tsx'

/** Something that the palette leads to, or says. */
export type PaletteCommand = PaletteItem & ({ to: string; message?: never } | { message: UiMessage; to?: never })
