import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Holds whether a dialog is open. It opens when a button is pressed, or when the URL has a certain hash. The command palette uses such
 * URLs.
 * @param hash the part of the URL after the "#" that opens the dialog. Closing the dialog removes it
 */
export function useAskedDialog(hash: string) {
  const [isPressed, setPressed] = useState(false);
  const navigate = useNavigate();
  const isAsked = useLocation().hash === hash;
  return {
    isOpen: isPressed || isAsked,
    open: () => setPressed(true),
    close: () => {
      setPressed(false);
      if (isAsked) void navigate({ to: '.', search: true, hash: '', replace: true });
    },
  };
}
