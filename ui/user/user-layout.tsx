import { Outlet } from 'react-router-dom'
import { Frame } from '../shell/frame/frame.tsx'

/** The frame of the user's own pages. */
export const UserLayout = () => (
  <Frame>
    <Outlet />
  </Frame>
)
