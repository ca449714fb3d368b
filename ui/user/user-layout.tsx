import { Outlet } from 'react-router-dom'
import { Frame } from '../shell/frame/frame.tsx'

/** Pages of the person, of whichever organisation they are in. */
export const UserLayout = () => (
  <Frame>
    <Outlet />
  </Frame>
)
