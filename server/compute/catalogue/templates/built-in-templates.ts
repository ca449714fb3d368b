import { type BuiltInImage, builtInImages } from '../../../engines/built-in-images.ts'
import type { TemplateSource } from './template-source.ts'

/** `longshore/hello:1` becomes `longshore-hello`. */
const idOf = (image: string) => image.split(':', 1).join().replaceAll('/', '-')

const templateOf = (image: BuiltInImage): TemplateSource => ({
  id: idOf(image.image),
  name: image.title,
  description: [`${image.description}.`, ''],
  builtIn: true,
  category: 'Start here',
  icon: 'play',
  processingType: 'cpu',
  versions: [],
  services: [
    {
      name: 'app',
      image: image.image,
      plan: 'nano',
      ports:
        image.containerPort === undefined
          ? []
          : [{ containerPort: image.containerPort, protocol: 'http', exposure: 'public' }],
      environment: image.environment.map(({ name, default: usual, description }) => ({
        name,
        label: labelOf(name),
        description: `${description}.`,
        default: usual,
        required: false,
        secret: false,
      })),
      files: [],
      volumes: [],
      startAfter: [],
    },
  ],
})

function labelOf(name: string): string {
  const label = name.toLowerCase().replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const imageTemplates = builtInImages.map(templateOf)

const named = (id: string, name: string): TemplateSource['services'] =>
  imageTemplates
    .filter((template) => template.id === id)
    .flatMap(({ services }) => services.map((one) => ({ ...one, name })))

/** Shows several services on every engine. */
const webAndWorker: TemplateSource = {
  id: 'longshore-web-worker',
  name: 'Web and worker',
  description: ['A web page and a program without ports, as two services.', ''],
  builtIn: true,
  category: 'Start here',
  icon: 'workflow',
  processingType: 'cpu',
  versions: [],
  services: [...named('longshore-guestbook', 'web'), ...named('longshore-clock', 'worker')],
}

/** The images that ship with Longshore, as templates. */
export const builtInTemplates: readonly TemplateSource[] = [...imageTemplates, webAndWorker]
