import type { Command } from '../../command.ts'
import { run } from './run.ts'

export const exec: Command = { ...run, summary: 'Another name of run: the command gets a new container, too.' }
