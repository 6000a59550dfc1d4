import ipaddr from 'ipaddr.js'

/** The network that limits on guessing count: an IPv4 address, or the /64 that an IPv6 customer has to themselves. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv4'
    ? ip.toString()
    : `${(ip as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
}
