import { Fragment } from 'react'

/** The name of an image, which breaks between its parts where it has no room. */
export const ImageName = ({ image }: { image: string }) =>
  image.split(/(?<=[/:@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key and keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
