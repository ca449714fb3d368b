import * as v from 'valibot'
import { templateIcons } from '../../../../src/contract/wire/catalogue.ts'
import { planSizes } from '../plan-sizes.ts'
import { referenceProblem } from './template-references.ts'

const line = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest), v.regex(/^[^\n]*$/, 'Use one line.'))
const label = v.pipe(
  v.string(),
  v.maxLength(63),
  v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'Use lower-case letters, digits and hyphens.'),
)
const absolutePath = v.pipe(
  v.string(),
  v.maxLength(400),
  v.regex(/^\/(?!.*(^|\/)\.\.(\/|$)).+/, 'Use an absolute path without "..".'),
)
const portNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))
const program = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100))

const variable = v.pipe(
  v.strictObject({
    name: v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
    label: line(60),
    description: line(200),
    default: v.optional(v.string()),
    required: v.optional(v.boolean(), false),
    secret: v.optional(v.boolean(), false),
    generated: v.pipe(
      v.optional(
        v.strictObject({
          length: v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(128)),
          format: v.optional(v.picklist(['alphanumeric', 'hex']), 'alphanumeric'),
        }),
      ),
      v.description('The control plane makes a random value when the user gives none.'),
    ),
    reference: v.pipe(
      v.optional(v.string()),
      v.description('Text with placeholders in braces after a dollar sign: service.VARIABLE or service.host.'),
    ),
  }),
  v.check(
    ({ default: usual, generated, reference }) =>
      [usual, generated, reference].filter((value) => value !== undefined).length <= 1,
    'Give one of default, generated and reference.',
  ),
  v.check(({ generated, secret }) => !generated || secret, 'A generated value must be secret.'),
)

const milliseconds = (least: number, most: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)))
const timing = {
  periodMs: milliseconds(1000, 3_600_000),
  timeoutMs: milliseconds(100, 600_000),
  retries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
  startPeriodMs: v.pipe(
    milliseconds(0, 3_600_000),
    v.description('How long the first start may take. Failures are ignored for this long.'),
  ),
}

const healthCheck = v.variant('kind', [
  v.strictObject({ kind: v.literal('http'), path: v.pipe(v.string(), v.startsWith('/')), port: portNumber, ...timing }),
  v.strictObject({ kind: v.literal('tcp'), port: portNumber, ...timing }),
  v.strictObject({ kind: v.literal('command'), command: program, ...timing }),
])

const service = v.strictObject({
  name: label,
  image: v.pipe(
    v.string(),
    v.maxLength(400),
    v.regex(/^[a-z0-9][\w./:@{}-]*$/, 'Use an image name in lower case.'),
    v.description('{version} stands for the chosen version.'),
  ),
  entrypoint: v.optional(program),
  command: v.optional(program),
  user: v.optional(v.pipe(v.string(), v.maxLength(100), v.regex(/^[\w.-]+(:[\w.-]+)?$/, 'Use a name or an id.'))),
  plan: v.pipe(
    v.picklist(
      planSizes.map(({ id }) => id),
      'Name a plan.',
    ),
    v.description('The smallest plan that it runs well on.'),
  ),
  ports: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          containerPort: portNumber,
          protocol: v.optional(v.picklist(['http', 'tcp', 'udp']), 'http'),
          exposure: v.optional(v.picklist(['public', 'internal']), 'public'),
        }),
      ),
      v.maxLength(20),
    ),
    [],
  ),
  environment: v.optional(v.pipe(v.array(variable), v.maxLength(200)), []),
  files: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          path: absolutePath,
          content: v.pipe(v.string(), v.maxLength(65_536)),
          mode: v.optional(v.pipe(v.string(), v.regex(/^0[0-7]{3}$/)), '0644'),
          secret: v.optional(v.boolean(), false),
        }),
      ),
      v.maxLength(20),
    ),
    [],
  ),
  volumes: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          name: label,
          path: absolutePath,
          sizeGib: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16_384)),
          optional: v.pipe(
            v.optional(v.boolean(), false),
            v.description('The service is useful without this volume; its data then lasts as long as its instance.'),
          ),
        }),
      ),
      v.maxLength(10),
    ),
    [],
  ),
  healthCheck: v.optional(healthCheck),
  startAfter: v.optional(v.array(label), []),
})

const isUnique = (values: readonly (string | number)[]) => new Set(values).size === values.length

/** A file in `catalogue/templates`. Its name without the extension is the id of the template. */
export const templateSchema = v.pipe(
  v.strictObject({
    $schema: v.optional(v.string()),
    name: line(60),
    category: line(40),
    icon: v.picklist(templateIcons),
    description: v.pipe(v.tuple([line(80), line(80)]), v.description('Two lines.')),
    processingType: v.optional(v.picklist(['cpu', 'gpu', 'all']), 'cpu'),
    versions: v.pipe(
      v.optional(v.pipe(v.array(line(60)), v.maxLength(20)), []),
      v.description('Tags, or parts of tags, of the first service; the first one is the default.'),
    ),
    services: v.pipe(v.array(service), v.minLength(1), v.maxLength(20)),
  }),
  v.check(
    ({ versions, services }) => services.some(({ image }) => image.includes('{version}')) === versions.length > 0,
    'Images name {version} exactly when there are versions.',
  ),
  v.check(({ versions }) => isUnique(versions), 'Name each version once.'),
  v.check(
    ({ services }) =>
      services.every(
        ({ healthCheck: check, ports }) =>
          !check || check.kind === 'command' || ports.some(({ containerPort }) => containerPort === check.port),
      ),
    'A health check needs a port that its service lists.',
  ),
  v.check(({ services }) => isUnique(services.map(({ name }) => name)), 'Name each service once.'),
  v.check(
    ({ services }) =>
      services.every(
        ({ ports, environment, volumes, files }) =>
          isUnique(ports.map(({ containerPort }) => containerPort)) &&
          isUnique(environment.map(({ name }) => name)) &&
          isUnique([...volumes, ...files].map(({ path }) => path)),
      ),
    'Name each port, variable and path of a service once.',
  ),
  v.check(
    ({ services }) =>
      // An order by position has no cycles.
      services.every(({ startAfter }, index) =>
        startAfter.every((name) => services.slice(index + 1).some((later) => later.name === name)),
      ),
    'A service starts after services that are listed below it.',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? referenceProblem(dataset.value.services) : undefined
    if (problem) addIssue({ message: problem })
  }),
)

export type TemplateFile = v.InferOutput<typeof templateSchema>
export type TemplateFileService = TemplateFile['services'][number]
