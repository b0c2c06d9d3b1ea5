// A link to another site, or to a file of the server, opens in the browser of the device: the app has no address bar and no
// way back.

/** The address that belongs in the browser; null for what the app shows itself. */
export function externalAddress(link: HTMLAnchorElement, here: Location = location): string | null {
  const isWeb = link.protocol === 'https:' || link.protocol === 'http:';
  return isWeb && link.origin !== here.origin ? link.href : null;
}

export function openLinksOutside(): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]');
    const address = link && externalAddress(link);
    if (!address) return;
    event.preventDefault();
    // Capacitor gives a new window to the browser of the device.
    window.open(address, '_blank', 'noopener');
  });
}
