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

/** The images that ship with Longshore, as templates. */
export const builtInTemplates: readonly TemplateSource[] = builtInImages.map(templateOf)
