import { readFile } from 'node:fs/promises'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { type PastedVariable, planPaste } from '../../../src/rules/variables/plan-paste.ts'
import { type Command, type CommandContext, inProject, textOption } from '../../command.ts'
import { CommandError, exitCodes, usageError } from '../../command-error.ts'
import { awaitDeployment } from '../../resources/await-deployment.ts'
import { confirm } from '../../resources/confirm.ts'
import { findInstance } from '../../resources/find-instance.ts'
import { keptConfiguration } from '../../resources/kept-configuration.ts'

type StoredService = StoredConfiguration['services'][number]

const MAX_FILE_CHARACTERS = 1_000_000

export const env: Command = {
  summary: 'List the variables of an instance, or set those of a .env file.',
  details:
    'Values are never printed. Names and addresses that look secret become secrets; --secret and --plain decide otherwise.',
  parameters: ['INSTANCE'],
  options: {
    ...inProject,
    service: { type: 'string', value: 'NAME', description: 'The service, if there are several.' },
    file: { type: 'string', value: 'FILE', description: 'Set the variables of this .env file, and deploy.' },
    secret: { type: 'string', value: 'NAMES', description: 'Names of secrets, separated by commas.' },
    plain: { type: 'string', value: 'NAMES', description: 'Names of plain variables, separated by commas.' },
    detach: { type: 'boolean', short: 'd', description: 'Do not wait until the deployment serves.' },
    yes: { type: 'boolean', short: 'y', description: 'Do not ask.' },
  },
  run: async (context) => {
    const { client, output, values, args } = context
    const instance = await findInstance(context, args[0])
    const { deployments } = await client.call('readDeployments', { id: instance._id, limit: 1 })
    const [newest] = deployments
    if (!newest?.configuration) throw new CommandError('You may not read the configuration of this instance.')
    const path = textOption(values, 'file')
    if (path === undefined) return list(context, newest.configuration)

    const service = serviceOf(context, newest.configuration)
    const variables = await readPlan(context, path, service)
    for (const { name, isSecret, isReplacing } of variables)
      output.info(`${isReplacing ? 'replace' : 'add'} ${name}${isSecret ? ' (secret)' : ''}`)
    await confirm(context, `Deploy ${instance.name} with these variables of ${service.name}?`)
    const configuration = keptConfiguration(newest.configuration)
    const { instance: accepted } = await client.call('updateInstance', {
      id: instance._id,
      baseDeployment: newest.number,
      configuration: {
        ...configuration,
        services: configuration.services.map((given) =>
          given.name === service.name ? { ...given, environment: merged(given.environment ?? [], variables) } : given,
        ),
      },
    })
    const ended = values.detach === true ? accepted : await awaitDeployment(context, accepted)
    output.result(ended, () => `${variables.length} variables of ${instance.name} are set.\n`)
  },
}

const serviceOf = ({ values }: CommandContext, { services }: StoredConfiguration): StoredService => {
  const name = textOption(values, 'service')
  const names = services.map((service) => service.name).join(', ')
  const [only, second] = name === undefined ? services : services.filter((service) => service.name === name)
  if (!only) throw usageError(`There is no service “${name}”. Choose one of ${names}.`)
  if (second) throw usageError(`Choose a service with --service: ${names}.`)
  return only
}

const list = ({ output, values }: CommandContext, { services }: StoredConfiguration): void => {
  const name = textOption(values, 'service')
  const variables = services
    .filter((service) => name === undefined || service.name === name)
    .flatMap(({ name: service, environment, groupVariables = [] }) => [
      ...environment.map(({ name: variable, isSecret, references = [] }) => ({
        service,
        name: variable,
        isSecret,
        from: references.join(', '),
      })),
      ...groupVariables.map(({ name: variable, isSecret, group }) => ({
        service,
        name: variable,
        isSecret,
        from: `group ${group}`,
      })),
    ])
  output.result(variables, () =>
    output.table(
      ['SERVICE', 'NAME', 'KIND', 'FROM'],
      variables.map((variable) => [
        variable.service,
        variable.name,
        variable.isSecret ? 'secret' : 'plain',
        variable.from,
      ]),
    ),
  )
}

const namesIn = (text = ''): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const readPlan = async (
  { output, values }: CommandContext,
  path: string,
  { environment }: StoredService,
): Promise<PastedVariable[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read: ${error.code}.`)
  })
  if (text.length > MAX_FILE_CHARACTERS) throw new CommandError(`${path} is too large.`, exitCodes.invalidFile)
  const { variables, problems } = planPaste(text, environment)
  for (const { line, message } of problems) output.error(`${path}:${line}: ${message}`)
  if (problems.length > 0) throw new CommandError(`${path} has problems.`, exitCodes.invalidFile)
  if (variables.length === 0) throw new CommandError(`${path} has no variables.`, exitCodes.invalidFile)
  const [secret, plain] = [namesIn(textOption(values, 'secret')), namesIn(textOption(values, 'plain'))]
  return variables.map((variable) => ({
    ...variable,
    isSecret:
      variable.isSecretFixed || secret.includes(variable.name) || (variable.isSecret && !plain.includes(variable.name)),
  }))
}

type Given = { name: string; value?: string | undefined; isSecret?: boolean | undefined }

const merged = (kept: readonly Given[], set: readonly PastedVariable[]) => {
  const byName = new Map(kept.map((variable) => [variable.name, variable]))
  for (const { name, value, isSecret } of set) byName.set(name, { name, value, isSecret })
  return [...byName.values()].map(({ name, value, isSecret = false }) => ({
    name,
    isSecret,
    ...(value !== undefined && { value }),
  }))
}
