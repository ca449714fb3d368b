import type { Command } from '../command.ts'
import { login } from './account/login.ts'
import { logout } from './account/logout.ts'
import { whoami } from './account/whoami.ts'
import { exec } from './containers/exec.ts'
import { shell } from './containers/shell.ts'
import { check } from './files/check.ts'
import { configuration } from './files/configuration.ts'
import { deploy } from './files/deploy.ts'
import { close } from './instances/close.ts'
import { remove } from './instances/delete.ts'
import { env } from './instances/env.ts'
import { instances } from './instances/instances.ts'
import { jobs } from './instances/jobs.ts'
import { logs } from './instances/logs.ts'
import { projects } from './instances/projects.ts'
import { restart } from './instances/restart.ts'
import { rollback } from './instances/rollback.ts'
import { run } from './instances/run.ts'
import { status } from './instances/status.ts'

/** Every command, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  whoami,
  projects,
  instances,
  check,
  deploy,
  configuration,
  env,
  status,
  logs,
  run,
  exec,
  shell,
  jobs,
  restart,
  rollback,
  close,
  delete: remove,
}
