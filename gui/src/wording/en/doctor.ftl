# The checks of the network in words: what was found, and what to do. Addresses are named; keys, hands and join codes never are.

doctor-verdict-ok = ok
doctor-verdict-trouble = trouble
doctor-verdict-not-checked = not checked

# What was looked at.
doctor-title-network = Network
doctor-title-interfaces = Interfaces
doctor-title-port = Listening
doctor-title-multicast = Own announcement
doctor-title-peers = Others
doctor-title-address = The host
doctor-title-dial-back = The way back
doctor-title-table = The table

# What was found. $at is an address, or "none": then the host is meant.
doctor-found-connected = This computer is on a network, as { $who }.
doctor-found-no-network = This computer is on no network.
doctor-found-link-down = { $name } has the address { $ip }, but it is switched off or nothing is plugged in.
doctor-found-only-link-local = { $name } has no address from a router, only { $ip }, which it gave itself.
doctor-found-unknown = The system does not tell which interfaces there are: { $why }.
doctor-found-way-clear = No VPN and no second network is in the way.
doctor-found-way-clear-aside = { $who } { $count ->
    [one] is
   *[other] are
} not in the way.
doctor-found-through-vpn = The way to { $to } leads into { $name }, a VPN.
doctor-found-through-vpn-others = The way to others leads into { $name }, a VPN.
doctor-found-through-containers = The way to { $to } leads into { $name }, a network of containers or virtual machines in this computer.
doctor-found-same-network = { $who } are on the same network, { $network }/{ $prefix }; an answer may come in by the wrong one.
doctor-found-no-way = This computer knows no way to { $to }.
doctor-found-table-listens = Your table listens at { $who }.
doctor-found-listens = Port { $port } can be listened on, by TCP and by UDP.
doctor-found-listens-elsewhere = Port { $taken } is taken, by another program or by another profile of this one. A table listens on another port then (here it was { $used }), and its code says which.
doctor-found-port-taken = Port { $port } is taken, by another program or by another profile of this one.
doctor-found-port-forbidden = The system lets this user listen on no port like { $port }.
doctor-found-cannot-listen = Nothing can be listened on: { $why }.
doctor-found-heard-back = What this computer says to everybody on the network is heard, on { $who }.
doctor-found-not-heard-back = What this computer says to everybody on the network was not heard on { $who }.
doctor-found-discovery-taken = Another program keeps UDP port 5353, by which tables are found, for itself.
doctor-found-no-multicast = Nothing can be said to everybody on the network: { $why }.
doctor-found-not-tried = Nothing was said to everybody on the network.
doctor-found-others-heard = Others were heard, at { $addresses }.
doctor-found-reached-not-heard = { $to } can be reached and was not heard: this network does not pass on what is said to everybody.
doctor-found-nobody-heard = Nobody else was heard on this network.
doctor-found-no-location = No table was named.
doctor-found-no-such-table = No table of that name was found on this network.
doctor-found-no-such-host = No computer called { $host } is known.
doctor-found-answers = { $at ->
    [none] The host
   *[other] { $at }
} answers, { $transports }.
doctor-found-refused = { $at ->
    [none] The host
   *[other] { $at }
} is there, but nobody listens at that port.
doctor-found-no-answer = Nothing comes back from { $at ->
    [none] the host
   *[other] { $at }
}.
doctor-found-nobody-there = No computer is found at { $at ->
    [none] the host
   *[other] { $at }
}.
doctor-found-unreachable = { $at ->
    [none] The host
   *[other] { $at }
} cannot be reached: { $why }.
doctor-found-ourselves = { $at ->
    [none] The host
   *[other] { $at }
} is this program's own address.
doctor-found-other-program = At { $at ->
    [none] the host
   *[other] { $at }
} something answers that is not Mexican Train.
doctor-found-not-reached = The host was not reached.
doctor-found-dialed-back = It can reach this computer{ $port ->
    [0] {""}
   *[other] {" "}at port { $port }
}, { $transports }.
doctor-found-not-dialed-back = It cannot reach this computer{ $port ->
    [0] {""}
   *[other] {" "}at port { $port }
}.
doctor-found-no-dial-back = It did not try to reach this computer, perhaps because it did a moment ago.
doctor-found-other-version = It plays by version { $theirs }, this program by version { $ours }.
doctor-found-other-version-unknown = It plays by an unknown version, this program by version { $ours }.
doctor-found-other-host = Somebody else is at that address now.
doctor-found-no-table = It plays by the same version, and tells of no table; an unlisted one is joined by its code.
doctor-found-table-seen = It plays by the same version, at the table { $name }; { $state ->
    [open] { $free } of { $seats } seats { $free ->
        [one] is
       *[other] are
    } free
    [full] all its seats are taken
   *[playing] its match has begun
}.

# What to do.
doctor-remedy-join-network = Connect this computer to the same Wi-Fi or cable as the others. Practice with bots needs no network.
doctor-remedy-plug-in = Switch { $name } on, or plug its cable in.
doctor-remedy-ask-router = Switch the Wi-Fi off and on, or plug the cable out and in; if that does not help, restart the router.
doctor-remedy-vpn-off = Switch { $name } off while you play, or allow local networks in the VPN's settings.
doctor-remedy-containers-off = Stop the containers or virtual machines of { $name } while you play, or give their network other addresses.
doctor-remedy-keep-one = Use only one of { $who } at a time.
doctor-remedy-same-network-as-other = Connect both computers to the same Wi-Fi or cable, then ask the host for the code again.
doctor-remedy-other-port = Choose another port, or none: then any free one is taken.
doctor-remedy-higher-port = Choose a port above 1023.
doctor-remedy-free-discovery = End that program, or join by the host's code.
doctor-remedy-by-code = Join by the host's code or address: that needs no announcements.
doctor-remedy-other-network = Is the host's computer on, and on this network? If so: { doctor-apart }
doctor-remedy-open-table-or-other-network = If no table is open, that is as it should be. If one is, join by the host's code; if that fails too: { doctor-apart }
doctor-remedy-ask-host = Ask the host whether the table is open, and for its code.
doctor-remedy-hosts-firewall-or-other-network = Is the host on the same network, and does the firewall there let Mexican Train in? "mextrain doctor" on the host's computer names the command. If so: { doctor-apart }
doctor-remedy-new-code = Ask the host for a new code.
doctor-remedy-check-name = Look how the name is written, or use the address in numbers.
doctor-remedy-update-here = Get the newer version for this computer.
doctor-remedy-update-there = The host needs the newer version, which this computer has.
doctor-remedy-same-version = Get the same version for both computers.
doctor-remedy-try-again = Try again in some seconds.
# What helps where a network passes nothing from one device to another.
doctor-apart = This Wi-Fi keeps devices apart; use a hotspot, a cable, or a network that is not for guests.
doctor-firewall = The firewall keeps others out. Type: { $command }
doctor-firewall-administrator = The firewall keeps others out. As administrator, type: { $command }
doctor-firewall-unknown = A firewall keeps others out, here or in the router. Let TCP and UDP in at port { $port }.
doctor-discovery = A firewall or a VPN swallows announcements. Join by the host's code, or let them in. Type: { $command }
doctor-discovery-administrator = A firewall or a VPN swallows announcements. Join by the host's code, or let them in. As administrator, type: { $command }
doctor-discovery-unknown = A firewall or a VPN swallows announcements. Join by the host's code, or let them in. Let UDP in at port 5353.

# In the place of $transports above.
doctor-by-both = by TCP and by QUIC
doctor-by-tcp = by TCP but not by QUIC, which is UDP; that suffices
doctor-by-quic = by QUIC but not by TCP; that suffices
doctor-found-not-finished = Not finished: the time that was given was over before this could be told.
doctor-remedy-more-time = Give it more time, with a larger --timeout or with none.
