import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { ConfigurationFile } from '../../../src/rules/configuration/configuration-file.ts'
import { type Command, type CommandContext, inProject, rollOutOptions, strategyOf, textOption } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { awaitDeployment } from '../../resources/await-deployment.ts'
import { confirm } from '../../resources/confirm.ts'
import { instancesNamed } from '../../resources/find-instance.ts'
import { findProject } from '../../resources/find-project.ts'
import { fileOptions, loadFile, sendFile } from './load-file.ts'

const chooseRegion = async ({ client, values }: CommandContext, { region }: ConfigurationFile): Promise<string> => {
  const requested = textOption(values, 'region') ?? region
  if (requested !== undefined) return requested
  const { regions } = await client.call('readRegions', {})
  const open = [...new Set(regions.filter(({ disabled }) => !disabled).map((known) => known.region))]
  const [only, second] = open
  if (only === undefined) throw new CommandError('No region accepts deployments at present.')
  if (second !== undefined) throw usageError(`Choose a region with --region: ${open.join(', ')}.`)
  return only
}

/** Creates the instance of this name in the project, or updates it. */
const createOrUpdate = async (context: CommandContext, file: ConfigurationFile): Promise<Instance> => {
  const { client, values } = context
  const name = textOption(values, 'name') ?? file.name
  if (name === undefined) throw usageError('Name the instance with --name, or with “name” in the file.')
  const project = await findProject(context)
  const [known, second] = await instancesNamed(client, project, name)
  if (second) throw usageError(`Several instances of the project have the name “${name}”. Rename one of them.`)
  const { configuration } = file
  if (known) {
    // Of two updates at once, the second fails instead of undoing the first.
    const baseDeployment = Math.max(...known.deployments.map(({ number }) => number))
    return (
      await client.call('updateInstance', {
        id: known._id,
        baseDeployment,
        configuration,
        strategy: strategyOf(values),
      })
    ).instance
  }
  const region = await chooseRegion(context, file)
  const { organizationId, _id: projectId } = project
  return (await client.call('createInstance', { organizationId, projectId, name, region, configuration })).instance
}

export const deploy: Command = {
  summary: 'Deploy a file: create the instance of its name, or update it.',
  details:
    'The file is a configuration in YAML or a Docker Compose file. What Longshore cannot do is listed first, with its line.',
  parameters: ['FILE'],
  options: {
    ...inProject,
    ...fileOptions,
    ...rollOutOptions,
    name: { type: 'string', value: 'NAME', description: 'The name of the instance; else “name” in the file.' },
    region: { type: 'string', value: 'NAME', description: 'The region of a new instance; else “region” in the file.' },
    detach: { type: 'boolean', short: 'd', description: 'Do not wait until the deployment serves.' },
    yes: { type: 'boolean', short: 'y', description: 'Deploy without what cannot be honoured; do not ask.' },
  },
  run: async (context) => {
    const { output, values } = context
    const loaded = await loadFile(context, context.args[0])
    if (loaded.notes.length > 0) await confirm(context, 'Deploy without what is listed above?')
    const accepted = await sendFile(context, loaded, () => createOrUpdate(context, loaded.file))
    output.info(`Deploying ${accepted.name}.`)
    const instance = values.detach === true ? accepted : await awaitDeployment(context, accepted)
    output.result(instance, () => `${instance.latestUrlPreview ?? instance._id}\n`)
  },
}
